import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Kept between runs, because downloading takes minutes. Only drills write there, and no run changes it. */
const kept = '/var/cache/kushi-drill'

/** The file tree of a fresh Debian with these packages; created by debootstrap at the first run. */
export function debianTree(name: string, packages: readonly string[]): string {
  const tree = join(kept, name)
  if (existsSync(tree)) return tree
  if (spawnSync('debootstrap', ['--version']).status !== 0)
    throw new Error('debootstrap is not installed: apt-get install debootstrap.')
  const part = `${tree}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  console.log(`A Debian is made in ${tree}, once …`)
  const wanted = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  execFileSync('debootstrap', ['--variant=minbase', ...wanted, 'bookworm', part], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  renameSync(part, tree)
  return tree
}

export interface Guest {
  /** Runs a command in it as root, and returns its output. */
  run(command: string): { code: number; said: string }
  /** The same; throws if the command fails. */
  must(command: string): string
  /** Runs a command without blocking this process. */
  runBeside(command: string): Promise<{ code: number; said: string }>
  /** A path inside it, as seen from the host. */
  path(path: string): string
  stop(): Promise<void>
}

/** Boots the tree with its own systemd on this network; changes are discarded with `folder`. */
export async function bootDebian(tree: string, folder: string, shown: Record<string, string>): Promise<Guest> {
  const root = join(folder, 'guest')
  for (const name of ['guest', 'upper', 'work']) mkdirSync(join(folder, name))
  const layers = `lowerdir=${tree},upperdir=${join(folder, 'upper')},workdir=${join(folder, 'work')}`
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root])
  const groups = ownGroups()
  const binds = Object.entries(shown).map(([from, to]) => `--bind-ro=${from}:${to}`)
  const options = [`--directory=${root}`, '--machine=kushi-drill', '--register=no', '--keep-unit', '--boot', ...binds]
  const enter = groups.map((group) => `echo $$ > ${group}/cgroup.procs`).join(' && ')
  const log = openSync(join(folder, 'guest.log'), 'a')
  const nspawn: ChildProcess = spawn('sh', ['-c', `${enter} && exec "$@"`, 'sh', 'systemd-nspawn', ...options], {
    stdio: ['ignore', log, log],
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  })
  closeSync(log)
  const ended = once(nspawn, 'exit')
  const leader = () =>
    readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim().split(' ').at(-1) ?? ''
  const inside = (command: string) => {
    const place = ['-t', leader(), '-m', '-u', '-i', '-p', 'env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin']
    return [...place, 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_PAGER=', 'sh', '-c', command]
  }
  const guest: Guest = {
    run(command) {
      const { status, stdout, stderr } = spawnSync('nsenter', inside(command), {
        encoding: 'utf8',
        maxBuffer: 1e8,
        timeout: 300_000,
      })
      return { code: status ?? 1, said: stdout + stderr }
    },
    must(command) {
      const { code, said } = guest.run(command)
      if (code !== 0) throw new Error(`${command}: ${code}\n${said}`)
      return said
    },
    async runBeside(command) {
      const child = spawn('nsenter', inside(command), { stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part))
      const [code] = await once(child, 'close')
      return { code: code ?? 1, said }
    },
    path: (path) => join(root, path),
    async stop() {
      if (nspawn.exitCode === null && nspawn.signalCode === null) {
        nspawn.kill('SIGTERM')
        if (!(await Promise.race([ended, wait(40_000)]))) {
          nspawn.kill('SIGKILL')
          await ended
        }
      }
      execFileSync('umount', [root])
      for (const group of groups) execFileSync('sh', ['-c', `find ${group} -depth -type d -exec rmdir {} +`])
    },
  }
  for (let turn = 0; ; turn++) {
    if (nspawn.exitCode !== null) throw new Error(readFileSync(join(folder, 'guest.log'), 'utf8'))
    if (/running|degraded/.test(guest.run('systemctl is-system-running').said)) return guest
    if (turn > 240) throw new Error('its systemd does not come up')
    await wait(500)
  }
}

/** Separate control groups for the guest's systemd, which must not use this machine's. */
function ownGroups(): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const places = mounts
    .map((line) => line.split(' '))
    .filter((one) => one[2] === 'cgroup2' || one[3]?.includes('name=systemd'))
  const groups = places.map(([, place]) => join(place!, `kushi-drill-${process.pid}`))
  for (const group of groups) mkdirSync(group)
  return groups
}
