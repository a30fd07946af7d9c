import { ApiError } from '@kushi/contract/client'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'

const MAX_BYTES = 20 * 1024 * 1024

export interface Upload {
  id: number
  file_name: string
  /** Preview during the upload. */
  preview: string
  /** Why the server rejected it; null: the upload is running. */
  error: string | null
}

interface UploadedPicture {
  path: string
  url: string
}

/**
 * Uploads files one after the other. A rejected file stays in the list with the reason until the operator removes it.
 */
export function useUploads(onDone: (picture: UploadedPicture) => void) {
  const [all, setAll] = useState<Upload[]>([])
  const lastUpload = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)
  const done = useRef(onDone)
  done.current = onDone
  const previews = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const one of previews.current) URL.revokeObjectURL(one)
    },
    [],
  )

  const remove = (id: number) => setAll((some) => some.filter((one) => one.id !== id))
  const send = async (id: number, file: File) => {
    try {
      if (file.size > MAX_BYTES)
        throw new ApiError(413, { message: '写真が大きすぎます。20MBまでのものを選んでください。' })
      done.current(await api('POST /admin/v1/pictures', { body: file }))
      remove(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAll((current) => current.map((one) => (one.id === id ? { ...one, error: error.message } : one)))
    }
  }
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const id = ++count.current
      const preview = URL.createObjectURL(file)
      previews.current.push(preview)
      setAll((current) => [...current, { id, file_name: file.name, preview, error: null }])
      lastUpload.current = lastUpload.current.then(() => send(id, file))
    }
  }
  return { uploads: all, add, remove }
}

/** Takes pasted pictures from the clipboard, unless the operator pastes text into a field. */
export function usePastedPictures(isOn: boolean, add: (files: File[]) => void): void {
  const current = useRef(add)
  current.current = add
  useEffect(() => {
    if (!isOn) return
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (files.length === 0 || (isTyping && event.clipboardData?.types.includes('text/plain'))) return
      event.preventDefault()
      current.current(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [isOn])
}
