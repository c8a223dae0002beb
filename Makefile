# `make check` is what CI runs.
.PHONY: check
check:
	.ci/run
