import { afterEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './fake-storage.ts'

/** The module after a reload: the memory is empty. */
async function afresh() {
  vi.resetModules()
  return import('./link-token.ts')
}
const pageAt = (href: string) => {
  const replaceState = vi.fn()
  return { location: { href } as Location, history: { state: { key: 'a' }, replaceState } as unknown as History }
}
afterEach(() => vi.resetModules())

test('removes the token from the URL, and a reload still has it', async () => {
  const storage = fakeStorage()
  const page = pageAt('https://shop.example/sh/passreset?token=abc&utm_source=mail#top')
  const { takeLinkToken, linkToken } = await afresh()
  takeLinkToken(storage, page)
  expect(page.history.replaceState).toHaveBeenCalledWith({ key: 'a' }, '', '/sh/passreset?utm_source=mail#top')
  expect(linkToken(storage, '/passreset')).toBe('abc')
  const reloaded = await afresh()
  reloaded.takeLinkToken(storage, pageAt('https://shop.example/sh/passreset'))
  expect(reloaded.linkToken(storage, '/passreset')).toBe('abc')
  // A link works only on its own screen.
  expect(reloaded.linkToken(storage, '/email-change')).toBe('')
})

test('the newest link counts; a link without a token counts as one', async () => {
  const storage = fakeStorage()
  const { takeLinkToken, linkToken } = await afresh()
  takeLinkToken(storage, pageAt('https://shop.example/sh/passreset?token=old'))
  takeLinkToken(storage, pageAt('https://shop.example/sh/email-change?token=new'))
  expect([linkToken(storage, '/email-change'), linkToken(storage, '/passreset')]).toEqual(['new', ''])
  takeLinkToken(storage, pageAt('https://shop.example/sh/email-change/?token='))
  expect(linkToken(storage, '/email-change')).toBe('')
})

test('a tab without storage has it until the reload', async () => {
  const refuses = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const { takeLinkToken, linkToken } = await afresh()
  takeLinkToken(refuses, pageAt('https://shop.example/sh/passreset?token=abc'))
  expect(linkToken(refuses, '/passreset')).toBe('abc')
})

test('the answer of a link leaves the URL too, and is given once', async () => {
  const storage = fakeStorage()
  const page = pageAt('https://shop.example/sh/pace?token=abc&rest=more')
  const { takeLinkToken, linkAnswer, forgetLinkAnswer } = await afresh()
  takeLinkToken(storage, page)
  expect(page.history.replaceState).toHaveBeenCalledWith({ key: 'a' }, '', '/sh/pace')
  expect(linkAnswer(storage, '/pace')).toBe('more')
  expect((await afresh()).linkAnswer(storage, '/pace')).toBe('more')
  forgetLinkAnswer(storage, '/pace')
  const { linkAnswer: later, linkToken } = await afresh()
  expect([later(storage, '/pace'), linkToken(storage, '/pace')]).toEqual([null, 'abc'])
})

test('does not change the URL of other screens', async () => {
  const page = pageAt('https://shop.example/sh/line-link/confirm?token=abc')
  const { takeLinkToken } = await afresh()
  takeLinkToken(fakeStorage(), page)
  expect(page.history.replaceState).not.toHaveBeenCalled()
})
