/**
 * `npm run drill -- dice [seed | 10m]`: plays the shop by dice. A seed: its story is told, and shortened if something does
 * not hold. Minutes: one seed after the other, from `DICE_FROM` or from a new one on; at the end what no story reached.
 * `DICE_STEPS` is the length of a story, 120 if not given. Moves whose names match `DICE_OFTEN` come ten times as often.
 */
import startTestServer from '@kushi/db/testing-server'

const [given = '10m'] = process.argv.slice(2)
const steps = Number(process.env.DICE_STEPS) || 120
const often = process.env.DICE_OFTEN ? new RegExp(process.env.DICE_OFTEN) : undefined
const stop = await startTestServer()
const { live } = await import('./live.ts')
const { Matrix } = await import('./matrix.ts')
const { shrink, tell } = await import('./shrink.ts')
const { storyOf } = await import('./story.ts')
const say = (text: string) => process.stdout.write(`${text}\n`)

const minutes = /^(\d+)m$/.exec(given)?.[1]
const matrix = new Matrix()
let broken = 0
if (minutes === undefined) {
  const story = storyOf(Number(given), steps, often)
  const outcome = await live(story, say)
  matrix.add(outcome)
  if (outcome.broken) {
    broken++
    say(`\n${outcome.broken.words}\n${outcome.broken.found.join('\n')}\n\nThe shortest story that was found:\n`)
    say(tell(...(await shrink(story, outcome, { until: performance.now() + 600_000 }))))
  }
} else {
  const until = performance.now() + Number(minutes) * 60_000
  const words = new Set<string>()
  for (let seed = Number(process.env.DICE_FROM) || Math.floor(Date.now() / 1000); performance.now() < until; seed++) {
    const began = performance.now()
    const outcome = await live(storyOf(seed, steps, often))
    matrix.add(outcome)
    const seconds = Math.round((performance.now() - began) / 1000)
    say(
      `Seed ${seed}: ${outcome.told.length} sentences, ${outcome.world.said.length} calls, ${seconds} s. ${outcome.broken?.words ?? 'Holds.'}`,
    )
    if (!outcome.broken) continue
    broken++
    if (!words.has(outcome.broken.words))
      say(`${outcome.told.slice(-5).join('\n')}\n${outcome.broken.found.join('\n')}`)
    words.add(outcome.broken.words)
  }
}
say(`\n${matrix.tell()}`)
await stop()
process.exit(broken > 0 ? 1 : 0)
