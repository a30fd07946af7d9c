/** A customer is told terms, money and days from the shop's data: no text of the demo types them. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const LITERAL =
  /[0-9][0-9,]*円|[0-9]+(?:営業)?日(?:前|以内|後|間)|全国一律|全国同じ|いつでも|返金は(?:ござい|あり)ません|0120-|〒0/

/** What may be typed, by a part of its line, and why. */
const allowed: Record<string, [part: string, reason: string][]> = {
  'packages/db/seed/demo': [
    ["phone_number: '0120-000-000'", 'the setting itself'],
    ["company_address: '", 'the setting itself'],
    ['割引額の1円未満は切り捨て', 'how a percentage is rounded, which no setting changes'],
    ['一年便', 'the yearly contract, until it has a rule of its own'],
    ['1点につき24,684円', 'the same'],
    ['十二回に分けて', 'the same'],
    ['まだ発送を手配していない回の代金', 'the same'],
    ["phone_number: '0120000000'", 'the sender on a label'],
  ],
}

async function literals(pattern: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(pattern, { cwd: root }))
    for (const [n, line] of (await readFile(join(root, file), 'utf8')).split('\n').entries())
      if (LITERAL.test(line) && !allowed[folder]!.some(([part]) => line.includes(part)))
        found.push(`${file}:${n + 1}: ${line.trim()}`)
  return found
}

test('no text of the demo types what the settings say', async () => {
  expect(await literals('packages/db/seed/demo/**/*.{html,ts}', 'packages/db/seed/demo')).toEqual([])
})
