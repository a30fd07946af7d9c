import { INQUIRY_PHOTOGRAPH_LIMITS } from '@kushi/values/limits'
import { fieldRuleMessage } from '@kushi/values/message'

const { most, most_mb } = INQUIRY_PHOTOGRAPH_LIMITS

interface PhotographSelection {
  files: readonly File[]
  /** Why the last files were not taken. */
  problem: string | null
}

let chosen: PhotographSelection = { files: [], problem: null }
const listeners = new Set<() => void>()

function set(next: PhotographSelection): void {
  chosen = next
  for (const listener of listeners) listener()
}

/** 写真 for an inquiry: kept from the form to its confirmation, in this page only. */
export const photographs = (): PhotographSelection => chosen
export function subscribePhotographs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes files as far as they can be sent together; the others are refused with a sentence. */
export function addPhotographs(added: readonly File[]): void {
  const files = [...chosen.files]
  let problem: string | null = null
  for (const file of added) {
    const refused = problemOf([...files, file])
    if (refused) problem = refused
    else files.push(file)
  }
  set({ files, problem })
}

export const removePhotograph = (file: File): void =>
  set({ files: chosen.files.filter((one) => one !== file), problem: null })

export const forgetPhotographs = (): void => set({ files: [], problem: null })

function problemOf(files: readonly File[]): string | null {
  if (files.length > most) return `写真は${most}枚までです。`
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return bytes > most_mb * 1024 * 1024 ? fieldRuleMessage('cmn-err-010', most_mb) : null
}

/** The files as the contract takes them. */
export const photographContents = (): Promise<{ content: string }[]> =>
  Promise.all(chosen.files.map(async (file) => ({ content: await base64Of(file) })))

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
