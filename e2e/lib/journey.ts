import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newDevice, type Size } from './browser.ts'
import { lookInBoth } from './inspect.ts'
import { watchProblems } from './problems.ts'

/** Somebody with a phone or a computer, in front of the shop. */
export interface Visitor {
  page: Page
  device: BrowserContext
  size: Size
  /** Names a problem that belongs to the story: any other one fails the journey. */
  expectProblem: (...patterns: RegExp[]) => void
}

interface Options {
  /** The phone alone, unless the other window has something to add. */
  on?: readonly Size[]
  javaScriptEnabled?: boolean
  /** Of a browser inside some app. */
  userAgent?: string
  /** What is inspected on the way is inspected in the other window too. */
  isSeenInBoth?: boolean
}

/** One journey, made on a phone; whatever goes wrong unseen on the way fails it too. */
export function journey(name: string, walk: (visitor: Visitor) => Promise<void>, options: Options = {}): void {
  const { on = ['phone'], isSeenInBoth = false, ...device } = options
  for (const size of on)
    test(`${name} (${size})`, async () => {
      const context = await newDevice(size, device)
      if (isSeenInBoth) lookInBoth(context)
      const problems = watchProblems(context)
      const page = await context.newPage()
      try {
        await walk({ page, device: context, size, expectProblem: problems.expect })
        expect(problems.unexpected()).toEqual([])
      } catch (error) {
        throw await withPicture(error, context, `${name} ${size}`, problems.unexpected())
      } finally {
        await context.close()
      }
    })
}

/** One journey for what is laid out in its own way in each window: made once, and seen in both. */
export const journeyInBoth = (name: string, walk: (visitor: Visitor) => Promise<void>, options: Options = {}) =>
  journey(name, walk, { ...options, isSeenInBoth: true })

/** The error with what the customer saw last, and what had gone wrong by then. */
async function withPicture(error: unknown, context: BrowserContext, name: string, unexpected: string[]) {
  const folder = join(tmpdir(), 'kushi-journeys')
  await mkdir(folder, { recursive: true })
  const lines = [...unexpected]
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
