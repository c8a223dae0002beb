"""Reading and writing of views: only the errors, and several views as one SMT-LIB text."""
