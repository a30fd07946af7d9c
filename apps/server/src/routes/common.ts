import { beginActing } from '@kushi/shop/acting/begin-acting'
import { endActing } from '@kushi/shop/acting/end-acting'
import { checkMail } from '@kushi/shop/customer/check-mail'
import { logIn } from '@kushi/shop/session/log-in'
import { logOut } from '@kushi/shop/session/log-out'
import { refreshSession } from '@kushi/shop/session/refresh-session'
import { whoAmI } from '@kushi/shop/session/who-am-i'
import type { Bindings } from '../http/implement.ts'

/** `GET /v1/common/init` is bound by its headers, in app.ts. */
export const common = {
  'POST /v1/common/me': whoAmI,
  'POST /v1/common/login/customer/': logIn,
  'POST /v1/common/session/refresh': refreshSession,
  'POST /v1/common/logout': logOut,
  'POST /v1/common/acting/begin': beginActing,
  'POST /v1/common/acting/end': endActing,
  'POST /v1/common/mail/check': checkMail,
} satisfies Partial<Bindings>
