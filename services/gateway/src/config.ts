import { type ConfigOf, text } from '@agent-mem/service-kit';

export const variables = {
  HTTP_ALLOWED_HOSTS: text({
    meaning: 'Host names, separated by commas, under which the fleet may be asked beside localhost and plain IP addresses',
    default: '',
  }),
};

export type GatewayConfig = ConfigOf<typeof variables>;
