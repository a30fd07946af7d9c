import { emailField } from '@kushi/contract/form/member'
import { bareApi } from '../../api.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** What was probably meant (`gmial.com` → `gmail.com`); null while there is nothing to say. Silent when it can't be asked. */
export function useEmailSuggestion(email: string): string | null {
  const asked = email.trim()
  const { data } = useAnswer(
    emailField.safeParse(asked).success ? asked : null,
    async (signal) => {
      const { suggestion } = await bareApi(
        'POST /v1/setting/shop/mail/validate-email',
        { body: { email: asked } },
        { signal },
      )
      return { asked, suggestion }
    },
    { delay: 500 },
  )
  return data?.asked === asked ? data.suggestion : null
}
