import { expect, test } from 'vitest'
import { trackScreen } from './track-screen.ts'

const shown = { root: { type: 'data', result: {} }, leaf: { type: 'data', result: { order: {} } } }
const withLeaf = (type: string, result: unknown) => ({ ...shown, leaf: { type, result } })

test.each([
  ['products', '/products', 'EC_LINE002'],
  ['/normal-purchase/complete', '/normal-purchase/complete', 'EC_LINE010'],
  ['contents/:page', '/contents/faq.html', 'EC_LINE029'],
  ['contents/:page', '/contents/company.html', 'EC_LINE030'],
  ['contents/:page', '/contents/defrayal.html', 'EC_LINE031'],
  ['contents/:page', '/contents/privacy.html', 'EC_LINE032'],
  ['contents/:page', '/contents/terms-of-use.html', 'EC_LINE033'],
  ['contents/:page', '/contents/customer_rank.html', 'EC_LINE034'],
  ['contents/:page', '/contents/gift.html', 'EC_LINE051'],
  ['*', '/nowhere', null],
])('%s at %s counts as %s', (pattern, pathname, id) => expect(trackScreen(pattern, pathname, shown)).toBe(id))

test('what was not seen is not counted', () => {
  const seen = (type: string, result: unknown) =>
    trackScreen('normal-purchase/complete', '/normal-purchase/complete', withLeaf(type, result))
  expect(seen('data', { order: null, skipTracking: true })).toBeNull()
  expect(seen('redirect', new Response(null, { status: 302, headers: { Location: '/sh/' } }))).toBeNull()
  expect(seen('error', new Error('no network'))).toBeNull()
  expect(seen('error', { status: 404 })).toBe('EC_LINE048')
})
