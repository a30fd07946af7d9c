import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newDevice, type Size } from './browser.ts'
import { inspectInBothModes } from './inspect.ts'
import { watchProblems } from './problems.ts'

/** A person with a phone or a computer, visiting the shop. */
export interface Visitor {
  page: Page
  device: BrowserContext
  size: Size
  /** Says in words what follows: a failure names the last step. */
  step: (words: string) => void
  /** Declares problems that the journey expects; any other problem fails it. */
  expectProblem: (...patterns: RegExp[]) => void
}

interface Options {
  /** Defaults to the phone only, unless the other window differs. */
  on?: readonly Size[]
  javaScriptEnabled?: boolean
  /** User agent of an app's built-in browser. */
  userAgent?: string
  /** Whether inspected screens are inspected in the other window too. */
  isSeenInBoth?: boolean
}

/** Ends a journey that hangs, and is no aim: each of its steps has its own limit. Vitest's own limit is later. */
const MAX_JOURNEY_MS = 240_000

/** One journey on a phone; unexpected problems in the background fail it too. */
export function journey(name: string, walk: (visitor: Visitor) => Promise<void>, options: Options = {}): void {
  const { on = ['phone'], isSeenInBoth = false, ...device } = options
  for (const size of on)
    test(`${name} (${size})`, async () => {
      const context = await newDevice(size, device)
      if (isSeenInBoth) inspectInBothModes(context)
      const problems = watchProblems(context)
      const page = await context.newPage()
      const steps: string[] = []
      try {
        const running = walk({
          page,
          device: context,
          size,
          step: (words) => steps.push(words),
          expectProblem: problems.expect,
        })
        await endWithin(running, context)
        expect(problems.unexpected()).toEqual([])
      } catch (error) {
        throw await withPicture(error, context, `${name} ${size}`, [
          ...steps.slice(-1).map((words) => `in the step: ${words}`),
          ...problems.unexpected(),
        ])
      } finally {
        await context.close()
      }
    })
}

/**
 * Ends a journey that takes too long: closes its device, and waits until its steps have ended. They put back what they
 * changed in the shop before the journey is tried again.
 */
async function endWithin(walking: Promise<void>, device: BrowserContext): Promise<void> {
  let isTooLate = false
  const timer = setTimeout(() => {
    isTooLate = true
    void device.close()
  }, MAX_JOURNEY_MS)
  try {
    await walking
  } catch (error) {
    throw isTooLate ? new Error(`the journey took longer than ${MAX_JOURNEY_MS / 1000} s`, { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** One journey for screens with a different layout in each window: run once, and inspected in both. */
export const journeyInBoth = (name: string, walk: (visitor: Visitor) => Promise<void>, options: Options = {}) =>
  journey(name, walk, { ...options, isSeenInBoth: true })

/** Adds the customer's last screen, the step and the problems so far to the error. */
async function withPicture(error: unknown, context: BrowserContext, name: string, known: string[]) {
  const folder = join(tmpdir(), 'kushi-journeys')
  await mkdir(folder, { recursive: true })
  const lines = [...known]
  for (const [index, page] of context.pages().entries()) {
    const path = join(folder, `${name.replace(/[^\w]+/g, '-')}-${index + 1}.png`)
    const isTaken = await page.screenshot({ path, timeout: 5000 }).then(
      () => true,
      () => false,
    )
    lines.push(`at ${page.url()}${isTaken ? `, picture ${path}` : ''}`)
  }
  if (error instanceof Error) error.message += `\n${lines.join('\n')}`
  return error
}
