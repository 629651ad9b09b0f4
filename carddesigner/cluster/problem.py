"""The error that ends work on a cluster."""


class ClusterProblem(Exception):
    """There is no scheduler, workers are lost or have other versions, or a job ended several of them; the message is
    for the user.
    """

    exit_code = 1
