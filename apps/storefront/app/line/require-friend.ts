import { isFriend } from '@kushi/values/line'
import { redirect } from 'react-router'
import { quietApi } from '../api.ts'
import { subscribePath } from '../navigate.ts'
import { environment } from '../state/environment.ts'
import { lineStore } from '../state/line.ts'
import { sessionStore } from '../state/session.ts'

/** Before a purchase, if the shop requires it: redirects a customer who is not a friend. The API checks it too. */
export async function requireFriend(path: string): Promise<void> {
  if (!(await isFriendOfShop())) throw redirect(subscribePath(path))
}

/** Whether the visitor may buy: a friend, or of a shop that asks for none. */
export async function isFriendOfShop(): Promise<boolean> {
  if (environment()?.line_requirement !== 'required') return true
  if (sessionStore.getState().customer) return (await quietApi('GET /v1/common/social/line')).is_friend
  const { account } = lineStore.getState()
  return account !== null && isFriend(account.friend_status_id as 1)
}
