import type { Hono } from 'hono'
import type { Env } from './faults.ts'
import type { Html } from './html.ts'
import type { Scripts } from './scripts.ts'
import type { Store } from './store.ts'

/** The environment of every simulator. */
export type Setting = {
  store: Store
  scripts: Scripts
  /** URL under which a browser reaches this process, without a trailing slash. */
  publicUrl: () => string
  now: () => Date
  env: Record<string, string | undefined>
}

/**
 * A simulator for one third party. To add one: a folder with a function `(setting) => Provider`, and a line in
 * `providers.ts`. Everything specific to a third party stays in its folder.
 */
export type Provider = {
  /** The path segment under `/sandbox/`. */
  name: string
  /** Its display name. */
  title: string
  /** One sentence and links for the home page. */
  card: () => Html
  /** Instructions for developers, as a section of the home page. */
  guide?: () => Html
  routes: Hono<Env>
  /** Routes at the root of this process, for a client that supports only an origin without a path: `['/v2', …]`. */
  root?: readonly [path: string, routes: Hono<Env>]
  /** Listeners besides HTTP, and a function that stops them. */
  start?: () => Promise<void>
  stop?: () => Promise<void>
}
