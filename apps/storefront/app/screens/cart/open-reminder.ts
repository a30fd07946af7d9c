import { ApiError } from '@kushi/contract/client'
import { redirect } from 'react-router'
import { bareApi, forgetSession } from '../../api.ts'
import { loginPath } from '../../navigate.ts'
import { kindOfCart } from '../../state/purchase-kind.ts'
import { restoreCart } from '../../state/restore-cart.ts'
import { toast } from '../../state/toast.ts'

/** Opens the link of a reminder: restores the cart, and removes the secret from the URL at once. */
export async function openReminder(url: URL): Promise<null> {
  const token = url.searchParams.get('restore')
  if (token === null) return null
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
