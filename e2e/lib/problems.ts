import type { BrowserContext } from 'playwright-core'
import { google } from './browser.ts'

/**
 * Records problems that are invisible to a customer but must fail a journey: errors of scripts, of the console and of
 * requests.
 */
export function watchProblems(context: BrowserContext) {
  const seen: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    // Failed requests are reported below, with method and status.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    seen.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    seen.push(`script: ${stack || `${name}: ${message}`}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The response is no longer needed: the page was left, or a newer request replaced this one.
    if (reason === 'net::ERR_ABORTED' || new URL(request.url()).hostname === google) return
    seen.push(`failed: ${request.method()} ${pathOf(request.url())} ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400)
      seen.push(`${response.status()}: ${response.request().method()} ${pathOf(response.url())}`)
  })
  return {
    /** Declares a problem that this journey expects, such as `/409: POST .*order\/public\/new/`. */
    expect: (...patterns: RegExp[]) => void expected.push(...patterns),
    /** All others. */
    unexpected: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  }
}

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
