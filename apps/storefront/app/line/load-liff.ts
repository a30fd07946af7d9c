import type { Liff } from '@line/liff'
import { loadScript } from '../payment/load-script.ts'

/** The part of LINE's framework that the shop uses. The stand-in has only this part. */
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

/** Loads LINE's own package, or the script in the configuration. Neither is part of the first pages. */
export async function loadLiff(scriptUrl: string | null): Promise<LiffPart> {
  if (scriptUrl === null) return (await import('@line/liff')).default
  await loadScript(scriptUrl)
  const { liff } = window as { liff?: LiffPart }
  if (!liff) throw new Error('The script of LINE left nothing behind')
  return liff
}
