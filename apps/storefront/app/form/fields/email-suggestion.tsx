import { emailField } from '@kushi/contract/form/member'
import { bareApi } from '../../api.ts'
import { useAnswer } from '../../state/use-answer.ts'

interface EmailSuggestionProps {
  /** The current value of the field. */
  email: string
  onTake: (meant: string) => void
}

/** 「もしかして」 (`gmial.com` → `gmail.com`): a suggestion, never a correction. Shows nothing if the call fails. */
export function EmailSuggestion({ email, onTake }: EmailSuggestionProps) {
  const asked = email.trim()
  const { data } = useAnswer(
    emailField.safeParse(asked).success ? asked : null,
    async (signal) => {
      const body = { email: asked }
      return { asked, ...(await bareApi('POST /v1/setting/shop/mail/validate-email', { body }, { signal })) }
    },
    { delay: 500 },
  )
  const suggestion = data?.asked === asked ? data.suggestion : null
  return (
    <div aria-live="polite" className="-mt-3 text-sm empty:hidden">
      {suggestion && (
        <button type="button" className="text-link min-h-tap text-left" onClick={() => onTake(suggestion)}>
          もしかして <strong className="font-medium">{suggestion}</strong> ですか?
        </button>
      )}
    </div>
  )
}
