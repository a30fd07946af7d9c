import { ApiError } from '@kushi/contract/client'
import { redirect } from 'react-router'
import { bareApi } from '../../api.ts'
import { kindOfCart } from '../../state/purchase-kind.ts'
import { restoreCart } from '../../state/restore-cart.ts'
import { toast } from '../../state/toast.ts'

/** The link of a reminder: the cart is filled, and its secret leaves the address before anything else happens. */
export async function openReminder(url: URL): Promise<null> {
  const token = url.searchParams.get('restore')
  if (token === null) return null
  try {
    throw redirect(`/cart?tab=${kindOfCart(await restoreCart(bareApi, token))}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'error')
    throw redirect('/cart')
  }
}
