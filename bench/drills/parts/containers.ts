import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { debianTree } from './debian.ts'

/** Our own storage, kept between runs: other images and containers are neither visible nor changed. */
const kept = '/var/cache/kushi-drill/containers'
const root = join(import.meta.dirname, '../../..')

/** Uses no registry: Debian's packages under the image names in the files. */
const simulators = {
  'docker.io/library/postgres:17': [
    'FROM docker.io/library/debian:12-slim',
    'RUN apt-get update && apt-get install -y --no-install-recommends postgresql',
    'ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data/db',
    'COPY entrypoint /entrypoint',
    'ENTRYPOINT ["sh", "/entrypoint"]',
  ],
  'docker.io/library/caddy:2': [
    'FROM docker.io/library/debian:12-slim',
    'RUN apt-get update && apt-get install -y --no-install-recommends caddy ca-certificates',
    'ENV XDG_DATA_HOME=/data',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ],
}

/** The part of the PostgreSQL image's first start that is used here. */
const entrypoint = `set -e
chown postgres: /var/lib/postgresql/data
if [ ! -d $PGDATA ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password && chown postgres: /tmp/password
  setpriv --reuid=postgres --regid=postgres --clear-groups initdb -D $PGDATA -U $POSTGRES_USER -E UTF8 --locale=C -A scram-sha-256 --pwfile=/tmp/password
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>$PGDATA/pg_hba.conf
  echo "create database $POSTGRES_DB;" | setpriv --reuid=postgres --regid=postgres --clear-groups postgres --single -D $PGDATA postgres
  as="setpriv --reuid=postgres --regid=postgres --clear-groups"
  $as pg_ctl -D $PGDATA -o "-c listen_addresses= -c unix_socket_directories=/tmp" -w start
  export PGPASSWORD="$POSTGRES_PASSWORD" PGHOST=/tmp
  for one in /docker-entrypoint-initdb.d/*.sh; do [ ! -e $one ] || sh $one; done
  $as pg_ctl -D $PGDATA -w stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D $PGDATA -c listen_addresses='*' -c unix_socket_directories=/tmp
`

/**
 * For a container engine that may not raise limits or manage control groups. The network backend is named here: if it is not, podman
 * chooses CNI for good when netavark was missing at its first start, and CNI does not resolve container names.
 */
const engine = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
cgroups = "disabled"
log_driver = "k8s-file"
[network]
network_backend = "netavark"
network_config_dir = "${kept}/networks"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`

/** A folder for PATH whose `podman` uses its own storage, and the environment for its processes. */
export function podman(): { env: NodeJS.ProcessEnv; run(...args: string[]): string } {
  for (const [program, name] of [
    ['podman', 'podman'],
    ['podman-compose', 'podman-compose'],
    ['iptables', 'iptables'],
    // Not in PATH. Without both, containers cannot resolve each other's names.
    ['/usr/lib/podman/netavark', 'netavark'],
    ['/usr/lib/podman/aardvark-dns', 'aardvark-dns'],
  ] as const)
    if (spawnSync(program, ['--version']).status !== 0)
      throw new Error(`${program} is not installed: apt-get install ${name}.`)
  const bin = join(kept, 'bin')
  mkdirSync(bin, { recursive: true })
  const settings = join(kept, 'containers.conf')
  writeFileSync(settings, engine)
  const own = `--root ${kept}/storage --runroot ${kept}/run`
  writeFileSync(join(bin, 'podman'), `#!/bin/sh\nexec /usr/bin/podman ${own} "$@"\n`)
  chmodSync(join(bin, 'podman'), 0o755)
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    CONTAINERS_CONF: settings,
    DISABLE_HC_SYSTEMD: 'true',
  }
  const run = (...args: string[]) => execFileSync(join(bin, 'podman'), args, { env, encoding: 'utf8', maxBuffer: 1e8 })
  return { env, run }
}

/** Builds all images of `deploy/compose.yaml`; ours from the archive by `deploy/Containerfile`, rebuilt each time. */
export function makeImages(archive: string): void {
  const { env, run } = podman()
  const there = run('images', '--format', '{{.Repository}}:{{.Tag}}').split('\n')
  const build = (folder: string, name: string, file: string, ...args: string[]) =>
    execFileSync('podman', ['build', '--isolation=chroot', '--network=host', ...args, '-t', name, '-f', file, folder], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  if (!there.includes('docker.io/library/debian:12-slim')) {
    const tree = debianTree('slim', [])
    execFileSync('sh', ['-c', `tar -C ${tree} -c . | podman import - docker.io/library/debian:12-slim`], { env })
  }
  for (const [name, lines] of Object.entries(simulators)) {
    if (there.includes(name)) continue
    const folder = join(kept, basename(name).replace(':', '-'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'Containerfile'), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'entrypoint'), entrypoint)
    build(folder, name, join(folder, 'Containerfile'))
  }
  const context = join(kept, 'kushi')
  mkdirSync(context, { recursive: true })
  copyFileSync(archive, join(context, 'archive.tar.gz'))
  build(context, 'kushi', join(root, 'deploy/Containerfile'), '--build-arg', 'ARCHIVE=archive.tar.gz')
}

/**
 * The engine supports one kind of control groups, and fails on this machine if it has both; so on our own mount
 * (`inOwnNetwork`).
 */
export function oneKindOfGroups(): void {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return
  if (!readFileSync('/proc/filesystems', 'utf8').includes('cgroup2')) return
  execFileSync('mount', ['-t', 'cgroup2', 'none', '/sys/fs/cgroup'])
}
