import { ApiError } from '@kushi/contract/client'
import { redirect } from 'react-router'
import { bareApi, forgetSession } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { loginPath } from '../../navigate.ts'
import { type RecommendationData, recommendationOf, recommendationQuery } from '../../parts/recommended-goods.tsx'
import { privatePage } from '../../seo.ts'
import { apiContext } from '../../server-context.ts'
import { settle } from '../../settle.ts'
import { cartItems } from '../../state/cart.ts'
import { kindOfCart } from '../../state/purchase-kind.ts'
import { toast } from '../../state/toast.ts'
import type { Route } from './+types/cart.ts'
import type CartScreen from './cart-screen.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'カート')

interface CartData {
  /** The goods for an empty cart; null: it is complete without them. */
  offered: RecommendationData | null
  /** null until the guard knows whose cart it is. */
  Screen: typeof CartScreen | null
}

/** The page is cached for all visitors, so each of them gets the goods for an empty cart with it. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<CartData> {
  const kind = url.searchParams.get('tab') === 'periodic' ? 'periodic' : 'normal'
  const { data } = await settle(context.get(apiContext)('GET /v1/product', { query: recommendationQuery(kind) }))
  return { offered: data && { kind, goods: recommendationOf(data.items) }, Screen: null }
}

const loadScreen = () => loadChunk(() => import('./cart-screen.tsx'))

/** Opens a reminder's link. Runs when the guard knows the owner of the cart. */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs): Promise<CartData> {
  const recommendations = cartItems().length === 0 ? serverLoader().catch(() => null) : null
  const [{ default: Screen }] = await Promise.all([loadScreen(), openReminder(url)])
  return { offered: (await recommendations)?.offered ?? null, Screen }
}
clientLoader.hydrate = true as const

/** カート. The code of its screen is loaded beside that of the guard, which it waits for. */
export default function Cart({ loaderData: { offered, Screen } }: Route.ComponentProps) {
  return Screen ? <Screen offered={offered} /> : <CartSkeleton offered={offered} onHydrated={() => void loadScreen()} />
}

/** Opens the link of a reminder: restores the cart, and removes the secret from the URL at once. */
async function openReminder(url: URL): Promise<void> {
  const token = url.searchParams.get('restore')
  if (token === null) return
  const { restoreCart } = await loadChunk(() => import('../../state/restore-cart.ts'))
  try {
    throw redirect(`/cart?tab=${kindOfCart(await restoreCart(bareApi, token))}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'error')
    if (error.status === 401) {
      // The link is still valid, so it is opened again after the login.
      forgetSession()
      throw redirect(loginPath(`/cart?${url.searchParams}`))
    }
    throw redirect('/cart')
  }
}
