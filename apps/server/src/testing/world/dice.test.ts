import { adminContract } from '@kushi/contract/admin/contract'
import { contract } from '@kushi/contract/contract'
import { describe, expect, test } from 'vitest'
import { shopSchedules } from '../../jobs/start-jobs.ts'
import { live } from './live.ts'
import { moves } from './moves/index.ts'
import { type Story, storyOf } from './story.ts'

/** `npm run drill -- dice` plays others; these few hold, and take part in `npm test`. */
const seeds = [400, 402, 403]

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
  const story: Story = storyOf(3, 20)
  const [first, again] = [await live(story), await live(story)]
  expect(again.told).toEqual(first.told)
  expect(again.world.said).toEqual(first.world.said)
  expect(again.digest).toBe(first.digest)
})

test.each(seeds)('the story of seed %i holds', { timeout: 600_000 }, async (seed) => {
  const { told, broken } = await live(storyOf(seed, 40))
  expect(broken, told.slice(-20).join('\n')).toBeNull()
})
