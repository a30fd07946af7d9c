import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Contract } from '@kushi/contract/contract'
import type { EndpointPart, InputOf, OutputOf } from '@kushi/contract/endpoint'
import type { Failure } from '@kushi/contract/failure'
import { startSandbox } from '@kushi/sandbox/sandbox'
import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { publicSandboxConfirmation } from '../config/sandbox-rule.ts'
import type { Deps } from '../deps/deps.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { httpServer } from '../http/http-server.ts'
import { cachingListener } from '../http/pages/fast-listener.ts'

type TestEnv = Record<string, string>

/** The environment of a server under test. Port 0: any free port. */
export const environment = (databaseUrl: string, sandbox: { url: string; smtpPort: number }): TestEnv => ({
  DATABASE_URL: databaseUrl,
  SANDBOX_URL: sandbox.url,
  SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  PUBLIC_URL: 'http://shop.example',
  SANDBOX_IN_PUBLIC: publicSandboxConfirmation,
  PORT: '0',
  DATA_DIR: join(tmpdir(), `kushi-test-${process.pid}`),
  RATE_LIMIT_FACTOR: '0',
  LOG_LEVEL: 'error',
})

/**
 * The server in this process over real HTTP, with a database and the simulators. `pages` mounts what follows the API.
 */
export async function startServer(env: TestEnv, pages?: (app: Hono, deps: Deps) => void) {
  const { deps, close } = await makeDeps({ ...readConfig(env) })
  // Calls to the card provider must not take half a minute in a test.
  const app = createApp(deps)
  pages?.(app, deps)
  const listener: RequestListener = cachingListener(deps, '/nowhere', getRequestListener(app.fetch))
  const http = httpServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    url,
    app,
    deps,
    call: caller(url),
    async stop() {
      http.closeAllConnections()
      http.close()
      await close()
    },
  }
}

/** The simulators in this process. Their pages are reached directly. */
export const sandboxOf = () => startSandbox()

type CallInput<K extends keyof Contract> = Partial<
  Record<'params' | 'query', Record<string, unknown>> & {
    body: InputOf<EndpointPart<Contract[K], 'body'>>
    token: string
    shop: number
  }
>
export interface CallAnswer<K extends keyof Contract> {
  status: number
  data: OutputOf<Contract[K]['response']>
  meta: Failure['meta']
}

/** Calls the API as a browser does. */
export function caller(url: string) {
  return async <K extends keyof Contract>(key: K, given: CallInput<K> = {}): Promise<CallAnswer<K>> => {
    const [method, pattern] = key.split(' ') as [string, string]
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.params?.[name])))
    const target = new URL(path, url)
    for (const [name, value] of Object.entries(given.query ?? {})) target.searchParams.append(name, String(value))
    const res = await fetch(target, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-shop-id': String(given.shop ?? 2),
        'x-client-id': 'kushi-web-2',
        ...(given.token ? { authorization: `Bearer ${given.token}` } : {}),
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    return { status: res.status, ...((await res.json()) as object) } as CallAnswer<K>
  }
}
export type Call = ReturnType<typeof caller>

/** Registers a new member and logs them in. */
export async function newMember(call: Call, more: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@example.com`
  const password = 'Tsubaki2026'
  const form = {
    name01: '高橋',
    name02: '恵子',
    kana01: 'たかはし',
    kana02: 'けいこ',
    postal_code01: '248',
    postal_code02: '0006',
    pref_id: 14,
    addr01: '鎌倉市小町',
    addr02: '0-0-1',
    addr03: '',
    phone_number: '09000000009',
    birthday: '1984-05-12',
    sex: 2,
    account_type: false,
    company_name: '',
    company_name_kana: '',
    manager_name: '',
    manager_name_kana: '',
    where_did_you_know: null,
    mail_magazine_flag: false,
    email,
    email_confirm: email,
    password,
    password_confirm: password,
    ...more,
  }
  const made = await call('POST /v1/customer/new', { body: { ...form, idempotency_key: randomUUID() } as never })
  if (made.status !== 200) throw new Error(JSON.stringify(made))
  return { email, password, form, token: (made.data as unknown as { access_token: string }).access_token }
}
