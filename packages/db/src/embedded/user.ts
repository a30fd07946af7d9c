import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The account that PostgreSQL runs under; undefined: the current account. */
export type SystemAccount = { uid: number; gid: number } | undefined

/**
 * The account that root creates for PostgreSQL. It is dedicated, because every process of an account can read what the
 * account owns.
 */
export const postgresAccountName = 'kushi-postgres'

const nobody = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of the cluster, or as an account created for
 * it.
 */
export async function systemAccountFor(cluster: string, say: (line: string) => void): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp()) ?? (await makeAccount(say))
}

async function makeAccount(say: (line: string) => void): Promise<SystemAccount> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }
  const made = await run('useradd', [...options, '--shell', '/usr/sbin/nologin', postgresAccountName], { env }).then(
    () => true,
    () => false,
  )
  // A concurrent start may have created it, so look it up even if our creation failed.
  const account = await lookUp()
  if (account && made) say(`Made the account ${postgresAccountName}, under which PostgreSQL runs (it refuses root).`)
  if (!account)
    say('No account could be made for PostgreSQL: it runs as nobody, whose other processes can read its data.')
  return account ?? nobody
}

async function lookUp(): Promise<SystemAccount> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const fields = lines.find((line) => line.startsWith(`${postgresAccountName}:`))?.split(':')
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** Asks the kernel instead of computing it: modes, ACLs, mounts and containers all matter. */
export const canWrite = (account: SystemAccount, directory: string) =>
  run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
