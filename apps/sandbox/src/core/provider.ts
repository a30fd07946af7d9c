import type { Hono } from 'hono'
import type { Env } from './faults.ts'
import type { Html } from './html.ts'
import type { Scripts } from './scripts.ts'
import type { Store } from './store.ts'

/** What every stand-in is given. */
export type Setting = {
  store: Store
  scripts: Scripts
  /** Where a browser reaches this process, without a slash at the end. */
  publicUrl: () => string
  now: () => Date
  env: Record<string, string | undefined>
}

/**
 * A stand-in for one third party. To add one: a folder with a function `(setting) => Provider`, and a line in `providers.ts`.
 * Whatever is peculiar to a third party stays in its folder.
 */
export type Provider = {
  /** The path segment under `/sandbox/`. */
  name: string
  /** Its name for people. */
  title: string
  /** One sentence and links for the first page. */
  card: () => Html
  /** What a developer needs to know to try it, as a section of the first page. */
  guide?: () => Html
  routes: Hono<Env>
  /** What it answers at the root of this process, for a client that knows an origin and no path: `['/v2', …]`. */
  root?: readonly [path: string, routes: Hono<Env>]
  /** What it listens to besides HTTP, and how to stop it. */
  start?: () => Promise<void>
  stop?: () => Promise<void>
}
