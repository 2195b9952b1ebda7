# SPDX-License-Identifier: MIT OR Apache-2.0
cat >job <<'JOB'
#!/bin/sh
#SBATCH --nodes=2 --ntasks-per-node=4 --output=job.out
srun --mpi=pmix hsplit run --summary=job.summary -- ./guided.openmpi
JOB
sbatch job
