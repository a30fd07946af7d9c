import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readActing, saveActing } from './acting.ts'
import { fakeStorage } from './fake-storage.ts'
import { loadUser } from './load-user.ts'
import { sessionStore } from './session.ts'
import { toastStore } from './toast.ts'

/** Like a browser's document: a cookie with max-age 0 is deleted. */
function fakeDocument(kept: Record<string, string>) {
  const all = new Map(Object.entries(kept))
  return {
    documentElement: { dataset: {} },
    get cookie() {
      return [...all].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/max-age=0\b/i.test(text)) all.delete(name)
      else all.set(name, value)
    },
  }
}

const refused = (status: number) => async () => Response.json({ meta: { code: status } }, { status })
const cutOff = async () => {
  throw new DOMException('The user aborted a request.', 'AbortError')
}
const customer = { customer_id: 7 }

beforeEach(() => {
  sessionStore.setState({ customer: undefined })
  vi.stubGlobal('document', fakeDocument({ access_token: 'abc', member_2: '1' }))
  vi.stubGlobal('location', { protocol: 'https:', pathname: '/sh/' })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a page that is left', cutOff],
  ['a server that is gone', refused(503)],
  ['a proxy that waited too long', refused(504)],
  ['a visitor who is held back', refused(429)],
])('%s clears the token, but logs nobody out: the next navigation gets it back from the server', async (_, answer) => {
  vi.stubGlobal('fetch', answer)
  await loadUser()
  expect(sessionStore.getState().customer).toBeNull()
  expect(document.cookie).toBe('member_2=1')

  const ask = vi.fn(async () => Response.json({ data: { access_token: 'again', customer } }))
  vi.stubGlobal('fetch', ask)
  await loadUser()
  expect(sessionStore.getState().customer).toEqual(customer)
  expect(ask).toHaveBeenCalledWith('/v1/common/session/refresh', expect.anything())
  expect(document.cookie).toBe('member_2=1; access_token=again')
})

test('a session that the server no longer knows also ends in the browser', async () => {
  vi.stubGlobal('fetch', refused(401))
  await loadUser()
  expect(sessionStore.getState().customer).toBeNull()
  expect(document.cookie).toBe('')
  expect(
    toastStore
      .getState()
      .toasts.map(({ message }) => message)
      .join(),
  ).toContain('ログインの有効期限が切れました')
})

test('a lost token is requested again after a network failure', async () => {
  vi.stubGlobal('document', fakeDocument({ member_2: '1' }))
  vi.stubGlobal('fetch', cutOff)
  await loadUser()
  expect(document.cookie).toBe('member_2=1')
})

test('an operator’s 代理ログイン survives a network failure, and ends after a rejection', async () => {
  vi.stubGlobal('window', { sessionStorage: fakeStorage() })
  const names = { customer_name: '椿 花子', operator_name: '受注', expires_at: '2026-11-22T01:00:00.000Z' }
  saveActing({ access_token: 'acting', ...names })
  vi.stubGlobal('fetch', cutOff)
  await loadUser()
  expect(readActing()?.access_token).toBe('acting')
  vi.stubGlobal('fetch', refused(401))
  await loadUser()
  expect(readActing()).toBeNull()
})
