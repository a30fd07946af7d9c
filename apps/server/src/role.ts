import type { RequestListener } from 'node:http'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { ConfigError } from './env.ts'
import { answerFailure, answerNotFound } from './http/failure.ts'
import { mountHealth } from './http/health.ts'

const ROLES = ['both', 'web', 'worker'] as const

/**
 * `--role web` serves customers and runs no jobs; `--role worker` runs the jobs and serves only `/healthz` and
 * `/readyz`; without it a process does both.
 * @throws ConfigError for another role
 */
export function roleOf(argv: string[]): (typeof ROLES)[number] {
  const { values } = parseArgs({ args: argv.slice(2), options: { role: { type: 'string' } }, strict: false })
  const role = ROLES.find((one) => one === (values.role ?? 'both'))
  if (!role) throw new ConfigError(`--role is one of ${ROLES.join(', ')}.`)
  return role
}

export function workerListener(deps: Deps): RequestListener {
  const app = new Hono()
  app.onError(answerFailure(deps.log))
  app.notFound(answerNotFound)
  mountHealth(app, deps)
  return getRequestListener(app.fetch)
}
