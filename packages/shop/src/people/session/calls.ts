import type { CallHandlers } from '../../context.ts'
import { confirmDeviceByCode, sendDeviceCode } from './device-code.ts'
import { listDevices, removeDevice } from './list-devices.ts'
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
  'GET /v1/customer/devices': listDevices,
  'DELETE /v1/customer/devices/{id}': removeDevice,
  'POST /v1/customer/device/code': sendDeviceCode,
  'POST /v1/customer/device/confirm': confirmDeviceByCode,
} satisfies Partial<CallHandlers>
