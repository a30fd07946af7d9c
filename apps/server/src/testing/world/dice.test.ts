import { adminContract } from '@kushi/contract/admin/contract'
import { contract } from '@kushi/contract/contract'
import { describe, expect, test } from 'vitest'
import { shopSchedules } from '../../jobs/start-jobs.ts'
import { live } from './live.ts'
import { moves } from './moves/index.ts'
import { storyOf } from './story.ts'

/** `npm run drill -- dice` plays others; these few hold, and take part in `npm test`. */
const [offers, year, both] = [storyOf(400, 25), storyOf(402, 25), storyOf(401, 14)]

describe('the players', () => {
  const played = new Set([...moves.values()].flatMap(({ calls = [] }) => calls))
  test.each([...Object.keys(contract), ...Object.keys(adminContract)])('%s has a move', (key) => {
    expect(played).toContain(key)
  })
  test.each(Object.keys(shopSchedules))('the job %s has a move', (name) => {
    expect([...moves.keys()]).toContain(`job ${name}`)
  })
})

test('one seed is one story: the same sentences, answers and rows', { timeout: 600_000 }, async () => {
  const [first, again] = [await live(both), await live(both)]
  expect(first.broken, first.told.slice(-20).join('\n')).toBeNull()
  expect(again.told).toEqual(first.told)
  expect(again.world.said).toEqual(first.world.said)
  expect(again.digest).toBe(first.digest)
})

test.each([offers, year])('the story of seed $seed holds', { timeout: 600_000 }, async (story) => {
  const { told, broken } = await live(story)
  expect(broken, told.slice(-20).join('\n')).toBeNull()
})
