import { ApiError } from '@kushi/contract/client'
import type { ContactForm } from '@kushi/contract/form/contact'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { forgetContact } from './contact-draft.ts'

/** Sends an inquiry. After a cut line the same key is sent again: it is the same inquiry. */
export function useSendContact(form: ContactForm) {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  /** The line was cut: it may have arrived. */
  const [isUnknown, setUnknown] = useState(false)

  async function send(): Promise<void> {
    setPending(true)
    setProblems([])
    try {
      const { inquiry_no } = await quietApi('POST /v1/contact/complete/mail', { body: form })
      await navigate('/contact/complete', { replace: true, state: { inquiry_no, email: form.email } })
      forgetContact()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setUnknown(error.status === 0)
      setProblems(error.fields.length ? error.fields.map(({ message }) => message) : [error.message])
    } finally {
      setPending(false)
    }
  }
  return { send, isPending, problems, isUnknown }
}
