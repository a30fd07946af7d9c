import { emailField } from '@kushi/contract/form/member'
import { bareApi } from '../../api.ts'
import { useAnswer } from '../../state/use-answer.ts'

interface EmailSuggestionProps {
  /** The current value of the field. */
  email: string
  onAccept: (meant: string) => void
}

/** 「もしかして」 (`gmial.com` → `gmail.com`): a suggestion, never a correction. Shows nothing if the call fails. */
export function EmailSuggestion({ email, onAccept }: EmailSuggestionProps) {
  const address = email.trim()
  const { data } = useAnswer(
    emailField.safeParse(address).success ? address : null,
    async (signal) => {
      const body = { email: address }
      return { asked: address, ...(await bareApi('POST /v1/setting/shop/mail/validate-email', { body }, { signal })) }
    },
    { delay: 500 },
  )
  const suggestion = data?.asked === address ? data.suggestion : null
  return (
    <div aria-live="polite" className="-mt-3 text-sm empty:hidden">
      {suggestion && (
        <button type="button" className="text-link min-h-tap text-left" onClick={() => onAccept(suggestion)}>
          もしかして <strong className="font-medium">{suggestion}</strong> ですか?
        </button>
      )}
    </div>
  )
}
