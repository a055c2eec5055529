{{- /* A variable from a secret, unless there is none or it has no such key: (list variable secret key). */}}
{{- define "agent-mem.fromSecret" }}
{{- if and (index . 1) (index . 2) }}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} }
{{- end }}
{{- end }}

{{- /* What every process needs to find the broker: (dict "root" $ "token" secret "tokenKey" key "oauth2" whether its tokens come by that). */}}
{{- define "agent-mem.busEnvironment" }}
{{- with .root.Values.bus }}
- { name: BUS_URL, value: {{ .url | quote }} }
{{- if .adminUrl }}
- { name: PULSAR_ADMIN_URL, value: {{ .adminUrl | quote }} }
{{- end }}
- { name: PULSAR_TENANT, value: {{ .tenant | quote }} }
{{- if .tls.existingSecret }}
{{- range $variable, $key := dict "PULSAR_TLS_CA_FILE" .tls.caKey "PULSAR_TLS_CERTIFICATE_FILE" .tls.certificateKey "PULSAR_TLS_KEY_FILE" .tls.privateKeyKey }}
{{- if $key }}
- { name: {{ $variable }}, value: /etc/agent-mem/pulsar-tls/{{ $key }} }
{{- end }}
{{- end }}
{{- end }}
{{- if and $.oauth2 .oauth2.issuerUrl }}
- { name: PULSAR_OAUTH2_ISSUER_URL, value: {{ .oauth2.issuerUrl | quote }} }
- { name: PULSAR_OAUTH2_AUDIENCE, value: {{ .oauth2.audience | quote }} }
- { name: PULSAR_OAUTH2_CREDENTIALS_FILE, value: /etc/agent-mem/pulsar-oauth2/{{ .oauth2.credentialsKey }} }
{{- end }}
{{- end }}
{{- include "agent-mem.fromSecret" (list "PULSAR_TOKEN" .token .tokenKey) }}
{{- if .root.Values.trust.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/agent-mem/trust/ca.crt }
{{- end }}
{{- if .root.Values.settings.existingConfigMap }}
- { name: CONFIG_FILE, value: /etc/agent-mem/settings/agent-mem.yaml }
{{- end }}
{{- end }}

{{- /* The prefix of a port's variables, by its name under stores. */}}
{{- define "agent-mem.storePrefix" -}}
{{ get (dict "graph" "GRAPH" "search" "SEARCH" "keyValue" "KEYVALUE" "details" "DETAILS") . }}
{{- end }}

{{- define "agent-mem.storeEnvironment" }}
{{- range $name, $store := .Values.stores }}
{{- $prefix := include "agent-mem.storePrefix" $name }}
- { name: {{ $prefix }}_URL, value: {{ $store.url | quote }} }
{{- include "agent-mem.fromSecret" (list (print $prefix "_USER") $store.existingSecret $store.userKey) }}
{{- include "agent-mem.fromSecret" (list (print $prefix "_PASSWORD") $store.existingSecret $store.passwordKey) }}
{{- include "agent-mem.fromSecret" (list (print $prefix "_API_KEY") $store.existingSecret $store.apiKeyKey) }}
{{- if and $store.existingSecret $store.caKey }}
- { name: {{ $prefix }}_CA_FILE, value: /etc/agent-mem/{{ lower $prefix }}/ca.crt }
{{- end }}
{{- end }}
{{- end }}

{{- define "agent-mem.modelEnvironment" }}
{{- range $prefix, $model := dict "LLM" .Values.models.chat "EMBEDDINGS" .Values.models.embeddings }}
{{- if $model.url }}
- { name: {{ $prefix }}_URL, value: {{ $model.url | quote }} }
- { name: {{ $prefix }}_MODEL, value: {{ $model.model | quote }} }
{{- include "agent-mem.fromSecret" (list (print $prefix "_API_KEY") $model.existingSecret $model.apiKeyKey) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The names by which programs in the cluster, and those behind the Ingress, ask the gateway. */}}
{{- define "agent-mem.allowedHosts" -}}
{{- $service := printf "%s-gateway" (include "agent-mem.fullname" .) }}
{{- $inside := list $service (printf "%s.%s" $service .Release.Namespace) (printf "%s.%s.svc" $service .Release.Namespace) (printf "%s.%s.svc.cluster.local" $service .Release.Namespace) }}
{{- $outside := ternary .Values.gateway.ingress.hosts list .Values.gateway.ingress.enabled }}
{{- concat $inside $outside .Values.gateway.allowedHosts | join "," }}
{{- end }}

{{- /*
  All variables of a service: (dict "root" $ "name" name "own" its environment). The service's own win.
  A number as JSON: as text a million would be 1e+06.
*/}}
{{- define "agent-mem.serviceEnvironment" }}
{{- with .root.Values.bus }}
{{- include "agent-mem.busEnvironment" (dict "root" $.root "token" .existingSecret "tokenKey" .tokenKey "oauth2" true) }}
- { name: SCHEMAS, value: {{ .schemas }} }
{{- end }}
- { name: AUTH, value: {{ .root.Values.auth.mode | quote }} }
- { name: AUDIT_LOG, value: "-" }
# Probes and Prometheus come from outside the pod; a NetworkPolicy says who else may.
- { name: ADMIN_HOST, value: 0.0.0.0 }
{{- include "agent-mem.storeEnvironment" .root }}
{{- include "agent-mem.modelEnvironment" .root }}
{{- if eq .name "gateway" }}
- { name: HTTP_ALLOWED_HOSTS, value: {{ include "agent-mem.allowedHosts" .root | quote }} }
{{- end }}
{{- $drain := dict "DRAIN_SECONDS" (sub (sub .root.Values.drain.terminationGracePeriodSeconds .root.Values.drain.preStopSeconds) 5) }}
{{- range $variable, $value := merge (dict) .own .root.Values.environment $drain }}
- { name: {{ $variable }}, value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }} }
{{- end }}
{{- end }}
