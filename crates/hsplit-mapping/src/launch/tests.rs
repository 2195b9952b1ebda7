// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exact texts. Their effect in launchers is tested with real jobs (`c-tests/cases/8-launch.sh`).

use super::*;

/// Ranks on cores of hosts with two packages of two cores of two units, as `(HOST, CORE)`.
fn bindings(places: &[(u32, u32)]) -> Vec<RankBinding> {
    let binding = |&(host, core): &(u32, u32)| RankBinding {
        host,
        cores: vec![Core { package: Some(core / 2), core: core % 2 }],
        units: [core, core + 4].into_iter().collect(),
    };
    places.iter().map(binding).collect()
}

/// The same with one unit in each core.
fn single(places: &[(u32, u32)]) -> Vec<RankBinding> {
    let mut bindings = bindings(places);
    bindings.iter_mut().for_each(|binding| {
        binding.units = Cpus::from(binding.units.first().unwrap()..binding.units.first().unwrap() + 1)
    });
    bindings
}

fn hosts() -> Vec<String> {
    ["a", "b", "c"].map(str::to_owned).to_vec()
}

fn written(launcher: Launcher, bindings: &[RankBinding]) -> Result<Launch, LaunchError> {
    launcher.write(&Job { hosts: &hosts(), bindings, program: "./program", file: "FILE" })
}

#[test]
fn open_mpi() {
    let mut all = bindings(&[(1, 3), (0, 0), (1, 1)]);
    all[1].cores = (0..4).map(|core| Core { package: Some(core / 2), core: core % 2 }).collect();
    all.push(RankBinding {
        host: 2,
        cores: [0, 2, 3].map(|core| Core { package: None, core }).to_vec(),
        units: Cpus::default(),
    });
    let launch = written(Launcher::OpenMpi, &all).unwrap();
    let file = "rank 0=b slot=1:1\nrank 1=a slot=0:0-1,1:0-1\nrank 2=b slot=0:1\nrank 3=c slot=0,2-3\n";
    assert_eq!(launch.file.as_deref(), Some(file));
    assert_eq!(launch.command, "mpirun --rankfile FILE ./program");
    assert_eq!(launch.others[0].1, "mpirun --host a:1,b:2,c:1 --map-by rankfile:file=FILE ./program");
    all[2].cores.clear();
    assert_eq!(written(Launcher::OpenMpi, &all), Err(LaunchError::PartOfCore(2)));
}

#[test]
fn mpich() {
    let launch = written(Launcher::Mpich, &bindings(&[(2, 1), (0, 1), (2, 0)])).unwrap();
    assert_eq!(launch.command, "mpiexec -hosts a,c -rankmap 1,0,1 -bind-to user:1+5,0+4 -n 3 ./program");
    let older = "mpiexec -hosts c,a,c -bind-to none -n 1 taskset -c 1,5 ./program : -n 1 taskset -c 1,5 ./program : \
                 -n 1 taskset -c 0,4 ./program";
    assert_eq!((launch.others[0].1.as_str(), launch.file), (older, None));
    let launch = written(Launcher::Mpich, &single(&[(2, 1), (0, 0)])).unwrap();
    let each =
        "mpiexec -hosts a,c -rankmap 1,0 -bind-to none -n 1 taskset -c 1 ./program : -n 1 taskset -c 0 ./program";
    assert_eq!(launch.command, each);
}

#[test]
fn intel() {
    let launch = written(Launcher::Intel, &single(&[(2, 1), (0, 1), (2, 0), (0, 0)])).unwrap();
    assert_eq!(launch.file.as_deref(), Some("c\na\nc\na\n"));
    assert_eq!(launch.command, "mpiexec -machinefile FILE -genv I_MPI_PIN_PROCESSOR_LIST 1,0 -n 4 ./program");
    for uneven in [single(&[(2, 1), (0, 1), (2, 0)]), bindings(&[(2, 1), (0, 1)])] {
        let launch = written(Launcher::Intel, &uneven).unwrap();
        assert_eq!(launch.file, None);
        assert!(launch.command.starts_with("mpiexec -genv I_MPI_PIN 0 -n 1 -host c taskset -c 1"), "{launch:?}");
    }
}

#[test]
fn slurm() {
    let start = "SLURM_HOSTFILE=FILE srun -n 3 -m arbitrary";
    let launch = written(Launcher::Slurm, &single(&[(2, 1), (0, 1), (2, 0)])).unwrap();
    assert_eq!(launch.file.as_deref(), Some("c\na\nc\n"));
    assert_eq!(launch.command, format!("{start} --cpu-bind=map_cpu:1,0 ./program"));
    let launch = written(Launcher::Slurm, &bindings(&[(2, 1), (0, 1), (2, 0)])).unwrap();
    assert_eq!(launch.command, format!("{start} --cpu-bind=mask_cpu:0x22,0x11 ./program"));
    let launch = written(Launcher::Slurm, &bindings(&[(2, 1), (0, 2), (2, 0)])).unwrap();
    let wrapper = "bash -c 'masks=(0x22 0x44 0x11); exec taskset ${masks[SLURM_PROCID]} \"$@\"' bash ./program";
    assert_eq!(launch.command, format!("{start} --cpu-bind=none {wrapper}"));
}

#[test]
fn cray() {
    let launch = written(Launcher::Cray, &single(&[(2, 1), (0, 2), (2, 0), (0, 0), (0, 1), (2, 2)])).unwrap();
    assert_eq!(launch.file.as_deref(), Some("3,4,1,2,0,5\n"));
    let command = "MPICH_RANK_REORDER_METHOD=3 MPICH_RANK_REORDER_FILE=FILE srun -n 6 --ntasks-per-node=3 -w a,c -m \
                   block --cpu-bind=map_cpu:0,1,2 ./program";
    assert_eq!(launch.command, command);
    let fewer = written(Launcher::Cray, &single(&[(1, 0), (0, 1), (0, 0)])).unwrap();
    assert_eq!(fewer.file.as_deref(), Some("2,1,0\n"));
    let uneven = LaunchError::Uneven { host: "b".to_owned(), ranks: 2, first: 1 };
    assert_eq!(written(Launcher::Cray, &single(&[(1, 0), (0, 1), (1, 1)])), Err(uneven));
    assert_eq!(written(Launcher::Cray, &single(&[(1, 0), (0, 1)])), Err(LaunchError::OtherUnits("b".to_owned())));
    assert_eq!(written(Launcher::Cray, &single(&[(0, 1), (0, 1)])), Err(LaunchError::SharedUnits("a".to_owned())));
}

#[test]
fn several_programs() {
    let launch = written(Launcher::Mpmd, &single(&[(2, 1), (0, 1)])).unwrap();
    let each = "-n 1 -host c taskset -c 1 ./program : -n 1 -host a taskset -c 1 ./program";
    assert_eq!((launch.file, launch.command), (None, format!("mpiexec {each}")));
    assert_eq!(launch.others[0].1, format!("mpirun --oversubscribe --bind-to none {each}"));
}
