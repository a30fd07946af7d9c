import type { AdminContract } from '@kushi/contract/admin/contract'
import { ApiError, type CallArguments } from '@kushi/contract/client'
import { headers } from './api.ts'
import { confirmAgain } from './confirmation.ts'

type FileCalls = { [K in keyof AdminContract]: AdminContract[K] extends { file: string; body: unknown } ? K : never }
type FileCall = FileCalls[keyof AdminContract]
type BodyOf<K extends FileCall> = CallArguments<AdminContract[K]> extends { body: infer B } ? B : never

/**
 * Saves the response of a call as a file. If the server requires the second factor again, it asks and repeats the call.
 */
export async function download<K extends FileCall>(
  key: K,
  body: BodyOf<K>,
  params: Record<string, number | string> = {},
): Promise<void> {
  const path = key.slice(key.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const ask = async () => {
    const res = await fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers(), 'content-type': 'application/json' },
    }).catch(() => {
      throw new ApiError(0)
    })
    if (res.ok) return res
    const answer = (await res.json().catch(() => null)) as { meta?: object } | null
    throw new ApiError(res.status, answer?.meta)
  }
  const res = await ask().catch(async (error: unknown) => {
    if (error instanceof ApiError && error.error === 'ERROR_CONFIRM_AGAIN' && (await confirmAgain())) return ask()
    throw error
  })
  const name = /filename\*=UTF-8''([^;]+)/.exec(res.headers.get('content-disposition') ?? '')?.[1]
  const url = URL.createObjectURL(
    await res.blob().catch(() => {
      throw new ApiError(0)
    }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name ? decodeURIComponent(name) : ''
  link.click()
  URL.revokeObjectURL(url)
}
