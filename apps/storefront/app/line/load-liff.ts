import type { Liff } from '@line/liff'
import { loadScript } from '../payment/load-script.ts'

/** The part of LINE's framework that the shop uses; the stand-in has no more. */
export type LiffPart = Pick<
  Liff,
  | 'init'
  | 'isInClient'
  | 'isLoggedIn'
  | 'login'
  | 'logout'
  | 'getAccessToken'
  | 'getFriendship'
  | 'requestFriendship'
  | 'closeWindow'
>

/** LINE's own package, or whatever script the configuration names; neither is a part of the first pages. */
export async function loadLiff(scriptUrl: string | null): Promise<LiffPart> {
  if (scriptUrl === null) return (await import('@line/liff')).default
  await loadScript(scriptUrl)
  const { liff } = window as { liff?: LiffPart }
  if (!liff) throw new Error('The script of LINE left nothing behind')
  return liff
}
