"""Why a cluster can't do the work."""


class ClusterProblem(Exception):
    """No scheduler is there, workers are unfit or lost, or a job ended several of them; the message is for the user."""

    exit_code = 1
