import type { CallHandlers } from '../../context.ts'
import { endMemberSession, endOtherSessions, listMemberSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut, refreshSession, whoAmI } from './session.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/me': whoAmI,
  'POST /v1/common/login/customer/': logIn,
  'POST /v1/common/session/refresh': refreshSession,
  'POST /v1/common/logout': logOut,
  'GET /v1/customer/sessions': listMemberSessions,
  'DELETE /v1/customer/sessions/{id}': endMemberSession,
  'DELETE /v1/customer/sessions': endOtherSessions,
} satisfies Partial<CallHandlers>
