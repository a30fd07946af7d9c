import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Limits set on the role, because a pooled session keeps none (docs/running.md). */
const limits = { statement_timeout: '8s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' }

export async function limitRole(pool: pg.Pool): Promise<void> {
  for (const [name, value] of Object.entries(limits))
    await pool.query(`alter role current_user set ${name} = '${value}'`)
}

interface PoolerOptions {
  /** Folder of its settings. */
  folder: string
  postgres: { url: string; socketDir: string }
  port: number
}

/** Starts PgBouncer in transaction mode with eight connections. */
export async function startPooler({ folder, postgres, port }: PoolerOptions): Promise<ChildProcess> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('PgBouncer is not installed: apt-get install pgbouncer.')
  const { host, database, user, password } = new pg.Client(postgres.url)
  const to = `host=${host} dbname=${database} user=${user} password=${password}`
  const settings = [
    '[databases]',
    `kushi = ${to}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 500',
    'log_connections = 0',
    'log_disconnections = 0',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)])
  // PgBouncer refuses to run as root, and only the owner can use the socket's folder.
  const { uid } = await stat(postgres.socketDir)
  const account = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim()
  const args = process.getuid?.() === 0 ? ['-u', account, file] : [file]
  const child = spawn('pgbouncer', args, { stdio: 'ignore' })
  for (let attempt = 0; ; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return child
    if (attempt > 50) throw new Error('PgBouncer did not start.')
    await wait(100)
  }
}
