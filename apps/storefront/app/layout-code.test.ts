import { lineRequirement } from '@kushi/values/line'
import { describe, expect, test } from 'vitest'
import { isMobile, layoutCode } from './layout-code.ts'

test.each([
  ['pc', 'none', 12],
  ['pc', 'optional', 8],
  ['pc', 'required', 1],
  ['mobile', 'none', 14],
  ['mobile', 'optional', 10],
  ['mobile', 'required', 6],
] as const)('%s, LINE %s: %i', (device, requirement, code) => {
  expect(layoutCode(device, requirement)).toBe(code)
})

test.each([
  [false, false, 'none'],
  [false, true, 'none'],
  [true, false, 'optional'],
  [true, true, 'required'],
] as const)('channel %s, required %s: %s', (line_channel_flag, ec_line_required_flag, requirement) => {
  expect(lineRequirement({ line_channel_flag, ec_line_required_flag })).toBe(requirement)
})

describe('isMobile', () => {
  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Line/14.0', true],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', true],
    ['Mozilla/5.0 (iPad; CPU OS 18_0)', true],
    ['Mozilla/5.0 (iPod touch)', true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false],
    ['', false],
  ])('%s', (userAgent, expected) => {
    expect(isMobile(userAgent)).toBe(expected)
  })
})
