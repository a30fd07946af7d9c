/**
 * Set on the command line and not in postgresql.conf, so that an update of the shop updates them. For two cores and the
 * data of one shop. Durability is never traded: fsync and synchronous_commit stay on.
 */
export const embeddedServerSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  min_wal_size: '160MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // commit_delay stays 0: with 16 concurrent writers, 0.2 ms and 1 ms both cost a third of the commits. JIT is off
  // because compiling costs more than any query of a shop.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Reads come from memory, so I/O worker processes would only take room.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs contain no customer data: neither the failing statement nor the values of a violated key.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
}

/** Returns the settings of every server and `own` as arguments of the command line. */
export const settingArguments = (own: Record<string, string>): string[] =>
  Object.entries({ ...embeddedServerSettings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
