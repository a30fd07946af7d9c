import { readFileSync } from 'node:fs'
import { adminContract } from '@kushi/contract/admin/contract'
import { testDatabase } from '@kushi/db/testing'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'
import { adminOpenapi } from './document.ts'
import { type JsonSchemaObject, SchemaComponents } from './json-schema.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/admin/api/${path}`, { headers, redirect: 'manual' })

test('the document of the admin’s calls is for those who are signed in', async () => {
  expect((await get('openapi.json')).status).toBe(401)
  const away = await get('docs')
  expect([away.status, away.headers.get('location')]).toEqual([302, '/admin/'])
  const cookie = `kushi_operator=${await signInAsDemo(server.deps, 'viewer')}`
  const document = await get('openapi.json', { cookie })
  expect([document.status, document.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, JsonSchemaObject>> }
  const keys = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(keys.toSorted()).toEqual(Object.keys(adminContract).toSorted())
  const page = await get('docs', { cookie })
  expect(await page.text()).toContain('<code>PUT /admin/v1/orders/{id}</code>')
})

test('a linter finds no error; a call names its permission', async () => {
  const document = adminOpenapi('https://shop.example')
  const config = await createConfig(readFileSync(new URL('../../../../redocly.yaml', import.meta.url), 'utf8'))
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  expect(document.paths['/admin/v1/orders/{id}']!.put).toMatchObject({
    description: expect.stringContaining('`order.write`'),
    security: [{ session: [] }, { key: [] }],
  })
})

test('a field that its declaration explains is explained by it, another by its name', () => {
  const schema = z.object({ email: z.string().meta({ description: 'Of the buyer.' }), name: z.string() })
  const { properties } = new SchemaComponents().of(schema, 'output') as { properties: Record<string, JsonSchemaObject> }
  expect(properties.email!.description).toBe('Of the buyer.')
  expect(properties.name!.description).toBe('A name; of what, the call says.')
})
