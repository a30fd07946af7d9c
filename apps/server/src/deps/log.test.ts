import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { symbols } from 'pino'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

const log = makeLog({ log_level: 'info', development: false })
const { err } = (log as unknown as Record<symbol, { err: (error: Error) => object }>)[symbols.serializersSym]!

test('a failed query is logged with its statement, and without the lines of its parameters', () => {
  const letter = '山口 様\n\nhttps://shop.example/sh/reset?token=1\n    at home (letter:1:1)\nparams: 2'
  const refused = new Error('value too long')
  const shown = JSON.stringify(err(new DrizzleQueryError('insert into outbox values ($1)', [letter], refused)))
  expect(shown).toContain('insert into outbox values ($1)')
  expect(shown).toContain('log.test.ts')
  expect(shown).toContain('value too long')
  expect(shown).not.toMatch(/山口|token|letter|params/)
})

test('a disk too full for the log ends no process', async () => {
  const full = await open('/dev/full', 'w')
  const program = `
    const { makeLog } = await import('./log.ts')
    const log = makeLog({ log_level: 'info', development: false })
    for (let n = 0; n < 50; n++) {
      log.info('a line')
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    process.stderr.write('still there')
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', full.fd, 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  await full.close()
  expect({ said, code }).toEqual({ said: 'still there', code: 0 })
})
