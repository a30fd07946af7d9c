import { readFileSync } from 'node:fs'
import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { failuresOfCall, publicOpenapi } from './document.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { textRules } from './text-rules.ts'

const document = publicOpenapi('https://shop.example')
const calls = Object.entries(contract as Record<string, Endpoint>)
const operationOf = (key: string) => {
  const [method, path] = key.split(' ') as [string, string]
  return document.paths[path]![method.toLowerCase()] as JsonSchemaObject & {
    requestBody?: JsonSchemaObject
    responses: Record<string, JsonSchemaObject>
  }
}

test('a linter finds no error', async () => {
  const config = await createConfig(readFileSync(new URL('../../../../redocly.yaml', import.meta.url), 'utf8'))
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  const listed = problems.map(({ severity, ruleId, message, location }) => [
    severity,
    ruleId,
    message,
    location[0]?.pointer,
  ])
  expect(listed.filter(([severity]) => severity === 'error')).toEqual([])
})

test('every property has a description, with its unit', () => {
  const without: string[] = []
  const look = (schema: unknown, at: string) => {
    if (schema === null || typeof schema !== 'object') return
    const { properties } = schema as { properties?: Record<string, JsonSchemaObject> }
    for (const [name, one] of Object.entries(properties ?? {})) if (!one.description) without.push(`${at}.${name}`)
    for (const [name, one] of Object.entries(schema)) look(one, `${at}.${name}`)
  }
  look(document.components.schemas, 'schemas')
  for (const [key] of calls) {
    const { requestBody, responses, parameters } = operationOf(key)
    look(requestBody, key)
    look((responses[200] as { content: object }).content, key)
    for (const { name, description, $ref } of parameters as JsonSchemaObject[])
      if (!description && !$ref) without.push(`${key} ${name}`)
  }
  expect(without.filter((path) => !path.endsWith('.schema.data'))).toEqual([])
})

test('an address is one type, not a copy in every call', () => {
  const copies = JSON.stringify(document.paths).match(/"addr01":\{/g) ?? []
  expect(copies.length).toBeLessThan(6)
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['AddressForm', 'Order', 'Quote']))
})

test.each(calls)('%s: failures stand under their status', (key, endpoint) => {
  const { responses } = operationOf(key)
  const failures = failuresOfCall(key, endpoint)
  expect(Object.keys(responses).filter((status) => !['200', 'default'].includes(status))).toEqual(
    [...failures.keys()].map(String),
  )
  expect([...failures.values()].flat()).toEqual(expect.arrayContaining([...(endpoint.errors ?? [])]))
})

test.each(calls.filter(([, { body }]) => body))('%s: its example is a right body', (key, endpoint) => {
  const { example } = (operationOf(key).requestBody as { content: Record<string, JsonSchemaObject> }).content[
    'application/json'
  ]!
  const checked = (endpoint.body as z.ZodType).safeParse(example)
  expect([checked.error?.issues, example]).toEqual([undefined, example])
})

test('every example of a property fits its schema', () => {
  const wrong: unknown[] = []
  const look = (schema: unknown, at: string) => {
    if (schema === null || typeof schema !== 'object') return
    const { properties } = schema as { properties?: Record<string, JsonSchemaObject> }
    for (const [name, one] of Object.entries(properties ?? {}))
      for (const example of (one.examples ?? []) as unknown[]) {
        if (JSON.stringify(one).includes('$ref')) continue
        if (!z.fromJSONSchema(one as never).safeParse(example).success) wrong.push([`${at}.${name}`, example])
      }
    for (const [name, one] of Object.entries(schema)) look(one, `${at}.${name}`)
  }
  look(document.components.schemas, 'schemas')
  look(document.paths, 'paths')
  for (const [path, operations] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(operations) as { parameters?: JsonSchemaObject[] }[])
      for (const { name, schema } of parameters)
        for (const example of ((schema as JsonSchemaObject | undefined)?.examples ?? []) as unknown[])
          if (!z.fromJSONSchema(schema as never).safeParse(example).success) wrong.push([path, name, example])
  expect(wrong).toEqual([])
})

/** Texts at the limits of every rule; trimmed, as the server reads them. */
const texts = [
  '',
  'a',
  'あ',
  'やまだ',
  'ヤマダ',
  'やまだー',
  'やま だ',
  '山田',
  '山田 花子',
  '山田　花子',
  'やまだ はなこ',
  'やまだはなこ',
  '248',
  '24',
  '2480',
  '0006',
  '２４８',
  '2480006',
  '09012345678',
  '0901234567',
  '0312345678',
  '031234567',
  '090-1234-5678',
  'Tsubaki2026',
  'tsubaki2026',
  'TSUBAKI2026',
  'Tsubakii',
  'Tsu202',
  'Tsubaki20262026',
  'Tsubaki202620261',
  'Tsubaki ２０',
  'https://example.com',
  'http://a',
  'example.com',
  '株式会社椿野',
  '株式会社椿野(山田花子)',
  ...[20, 21, 40, 41, 50, 51, 60, 61, 80, 81, 254, 2000, 2001].flatMap((length) => [
    'あ'.repeat(length),
    'a'.repeat(length),
  ]),
]

test('our rules in JSON Schema match the server’s', () => {
  const seen = new Set<string>()
  for (const [key, endpoint] of calls) {
    if (!endpoint.body) continue
    const { schema } = (operationOf(key).requestBody as { content: Record<string, { schema: JsonSchemaObject }> })
      .content['application/json']!
    const named = schema.$ref ? document.components.schemas[String(schema.$ref).split('/').at(-1)!]! : schema
    for (const [name, one] of Object.entries((named.properties ?? {}) as Record<string, JsonSchemaObject>)) {
      const rule = Object.entries(textRules).find(
        ([rule, { examples }]) => rule.split('.').at(-1) === name && one.examples?.toString() === examples.toString(),
      )
      // E-mail addresses have more rules than a pattern should express.
      if (!rule || name.startsWith('email')) continue
      seen.add(name)
      const body = endpoint.body as z.ZodType
      for (const text of texts) {
        const issues = body.safeParse({ [name]: text }).error?.issues.filter(({ path }) => path[0] === name) ?? []
        const schemaSays = z.fromJSONSchema(one as never).safeParse(text).success
        // Two kinds of rule span several fields: company names are checked as a whole, and confirmations are compared.
        // The document states the plain form; the server also understands hyphens.
        if (name === 'phone_number' && text.includes('-')) continue
        if (issues.some(({ message }) => /登録できない|会社名\(担当者名\)/.test(message))) continue
        expect([key, name, text.slice(0, 50), schemaSays]).toEqual([key, name, text.slice(0, 50), issues.length === 0])
      }
    }
  }
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['addr01', 'kana01', 'name', 'name01', 'password', 'phone_number', 'postal_code01']),
  )
})
