import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The account that PostgreSQL runs under; undefined: our own. */
export type Account = { uid: number; gid: number } | undefined

const nobody = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root. Root therefore runs it as the owner of the cluster, or as nobody, an account that every machine has. */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Asked of the kernel, not computed: modes, ACLs, mounts and containers all have a say. */
export const canWrite = (account: Account, directory: string) =>
  run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
