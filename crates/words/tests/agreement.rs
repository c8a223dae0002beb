//! Agreement with recorded readings.
