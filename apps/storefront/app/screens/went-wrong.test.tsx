import { Writable } from 'node:stream'
import type { ComponentType } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider, useLoaderData, useParams } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../state/fake-storage.ts'
import { sessionStore } from '../state/session.ts'
import { toastStore } from '../state/toast.ts'
import type { ButtonProps } from '../ui/button.tsx'

/** The buttons of the last rendered screen by their text, because rendered HTML can't be pressed. */
const buttons = new Map<string, () => void>()
vi.mock('../ui/button.tsx', async (load) => ({
  ...(await load<typeof import('../ui/button.tsx')>()),
  Button: ({ children, onClick }: ButtonProps) => {
    buttons.set(String(children), onClick as () => void)
    return <button type="button">{children}</button>
  },
}))

vi.mock('./cart/draw-cart.ts?inline-script', () => ({ default: '' }))

/** Responses by path; any other call gets an empty list. */
let answers: Record<string, () => Response> = {}
vi.stubGlobal('fetch', async (path: string) => {
  const answer = answers[path.split('?')[0]!]
  return answer?.() ?? Response.json({ data: { items: [], total: 0, years: [], counts: {}, linkable: [] } })
})
const refused = (status: number, error: string, message: string) => () =>
  Response.json({ meta: { code: status, error, message } }, { status })
const storage = fakeStorage()
vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' })
vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage })
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('location', new URL('http://localhost/sh/mypage'))

beforeEach(() => {
  answers = {}
  storage.all.clear()
  sessionStore.setState({ customer: null })
})

interface Screen {
  default: ComponentType<never>
  clientLoader(args: never): unknown
}

/** Opens a screen by its own loader. `html` renders it as it is then. */
async function open(screen: () => Promise<unknown>, path: string, url: string) {
  const { default: Page, clientLoader } = (await screen()) as Screen
  const AnyPage = Page as ComponentType<object>
  const Component = () => <AnyPage {...{ loaderData: useLoaderData(), params: useParams() }} />
  const loader = ({ request, params }: LoaderFunctionArgs) =>
    clientLoader({ request, params, url: new URL(request.url), serverLoader: async () => null } as never)
  const router = createMemoryRouter([{ path, loader, Component }], { initialEntries: [url] })
  await vi.waitFor(() => expect(router.state).toMatchObject({ initialized: true, navigation: { state: 'idle' } }))
  const html = () =>
    new Promise<string>((resolve, reject) => {
      buttons.clear()
      const parts: string[] = []
      const sink = new Writable({
        write: (part, _, done) => done(void parts.push(String(part)) as never),
        final: (done) => done(resolve(parts.join('').replace(/<!--.*?-->/g, '')) as never),
      })
      const options = { onAllReady: () => void pipe(sink), onError: reject }
      const { pipe } = renderToPipeableStream(<RouterProvider router={router} />, options)
    })
  return { router, html }
}

const subscription = () => import('./subscriptions/detail/subscription.tsx')
test.each([
  ['定期便', subscription, '/mypage/subscriptions/:id/edit', '/mypage/subscriptions', 'order/subscription/detail/77'],
  ['お届け先', () => import('./addresses/edit-address.tsx'), '/mypage/addresses/:id', '/mypage/addresses', ''],
  ['カード', () => import('./payments/edit-card.tsx'), '/mypage/payments/:id', '/mypage/payments', ''],
])('この%sは見つかりません: no form, and a link to the list', async (name, screen, path, list, call) => {
  const missing = refused(404, 'ERROR_NOT_FOUND', '見つかりません')
  answers = { [`/v1/${call}`]: missing, '/v1/common/address/detail/77': missing }
  const html = await (await open(screen, path, path.replace(':id', '77'))).html()
  expect(html).toContain(`この${name}は見つかりません`)
  expect(html.split('</nav>').at(-1)).toContain(`href="${list}"`)
  expect(html).not.toMatch(/<input|<form|もう一度試す/)
})

test.each([
  [
    '定期便一覧',
    () => import('./subscriptions/list/subscriptions.tsx'),
    '/v1/order/subscription/',
    '定期便はありません',
  ],
  ['お届け先', () => import('./addresses/addresses.tsx'), '/v1/common/address', '追加する'],
  ['お支払い方法', () => import('./payments/payments.tsx'), '/v1/common/mypage/card/list', '登録'],
  ['購入履歴', () => import('./purchases/purchases.tsx'), '/v1/order/public/purchases', 'お買い上げの商品がありません'],
  [
    'お問い合わせの履歴',
    () => import('./inquiries/inquiries.tsx'),
    '/v1/inquiry/customer/list',
    'お問い合わせはまだありません',
  ],
])('%s that can’t be loaded says why, and もう一度試す loads it', async (name, screen, call, shown) => {
  answers = { [call]: refused(503, 'ERROR_BUSY', 'ただいま混み合っています。') }
  const { router, html } = await open(screen, '/', '/')
  const failed = await html()
  expect(failed).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`))
  expect(failed).toMatch(/role="alert".*表示できませんでした.*ただいま混み合っています。/s)
  expect(failed).not.toContain(shown)
  answers = {}
  buttons.get('もう一度試す')!()
  await vi.waitFor(() => expect(router.state.revalidation).toBe('idle'))
  expect(await html()).toMatch(new RegExp(`^(?!.*もう一度試す).*${shown}`, 's'))
})

test.each([
  [404, 'BuyerSessionExpired', 'href="/cart?tab=periodic"', 'もう一度確認する'],
  [503, 'ERROR_PAYMENT_UNAVAILABLE', '>もう一度確認する<', 'カートからやり直す'],
])('the return from Amazon Pay with %i %s: nothing is ordered, and the way on', async (status, error, way, other) => {
  answers = { '/v1/common/payment/amazon/v2/checkout-sessions/s-1': refused(status, error, 'もう一度お選びください。') }
  const screen = () => import('./redirect/amazon.tsx')
  const html = await (
    await open(screen, '/redirect/amazon', '/redirect/amazon?amazonCheckoutSessionId=s-1&kind=periodic')
  ).html()
  for (const text of ['ご注文は確定していません', 'もう一度お選びください。', '代金は請求されません。', way])
    expect(html).toContain(text)
  expect(html).not.toContain(other)
})

test('an expired link of a reminder leads to the cart, without the secret, and says so', async () => {
  const message = 'このURLの有効期限が切れています。商品をもう一度お選びください。'
  answers = { '/v1/cart-abandonments/track_abandonment_url_click': refused(410, 'ERROR_REMINDER_EXPIRED', message) }
  const { router, html } = await open(() => import('./cart/cart.tsx'), '/cart', '/cart?restore=old-secret')
  expect(router.state.location).toMatchObject({ pathname: '/cart', search: '' })
  expect(toastStore.getState().toasts).toMatchObject([{ tone: 'error', message }])
  expect(await html()).toMatch(/<h1[^>]*>カート<\/h1>.*通常購入の商品は入っていません/s)
})
