import { spawnSync } from 'node:child_process'

const said = 'KUSHI_DRILL_NETWORK'

/**
 * Continues in a separate network with loopback only: ports 80 and 443 are free there, and there is no outside
 * connection. Mounts end with it; downloads are made before, by `prepare`.
 */
export function inOwnNetwork(prepare: () => void): void {
  if (process.env[said]) return
  if (process.getuid?.() !== 0) throw new Error('This drill needs root.')
  prepare()
  const again = ['-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, ...process.execArgv]
  const args = ['--net', '--mount', 'setpriv', '--pdeathsig=TERM', 'sh', ...again, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [said]: 'own' } })
  process.exit(status ?? 1)
}
