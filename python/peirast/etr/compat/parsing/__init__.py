"""Reading and writing of views: here the errors alone, and several views at once as SMT-LIB."""
