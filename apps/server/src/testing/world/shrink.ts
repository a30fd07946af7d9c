import { live, type StoryOutcome } from './live.ts'
import type { Step, Story } from './story.ts'

/** A story that breaks the same words, without what it does not need: whole parts first, then faults. */
export async function shrink(
  story: Story,
  outcome: StoryOutcome,
  { until = Number.POSITIVE_INFINITY } = {},
): Promise<[Story, StoryOutcome]> {
  let best: [Story, StoryOutcome] = [{ ...story, steps: story.steps.slice(0, outcome.broken!.at + 1) }, outcome]
  const breaks = async (steps: Step[]) => {
    const shorter = { ...story, steps }
    const found = await live(shorter)
    const isSame = found.broken?.words === outcome.broken!.words
    if (isSame) best = [{ ...shorter, steps: steps.slice(0, found.broken!.at + 1) }, found]
    return isSame
  }
  for (let size = Math.ceil(best[0].steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < best[0].steps.length && performance.now() < until; ) {
      const { steps } = best[0]
      const rest = [...steps.slice(0, from), ...steps.slice(from + size)]
      if (rest.length === 0 || !(await breaks(rest))) from += size
    }
  for (let at = 0; at < best[0].steps.length && performance.now() < until; at++) {
    const { fault, beside, ...plain } = best[0].steps[at]!
    if (fault || beside) await breaks(best[0].steps.map((one, n) => (n === at ? plain : one)))
  }
  return best
}

/** The story as people tell it, and as a test that can be pasted into `dice.test.ts`. */
export const tell = ({ seed, steps }: Story, { told, broken }: StoryOutcome): string =>
  [
    ...told,
    '',
    broken ? `${broken.words}\n${broken.found.join('\n')}` : 'Everything held.',
    '',
    `test('${broken?.words.replaceAll("'", '’') ?? ''}', async () => {`,
    `  const steps: Step[] = ${JSON.stringify(steps)}`,
    `  expect((await live({ seed: ${seed}, steps })).broken).toBeNull()`,
    '})',
  ].join('\n')
